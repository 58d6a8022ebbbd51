/** How often a file is requested again while the daemon answers: it is missing then, as after an update of Posthorn. */
const maxRetries = 3;
const retryDelayMs = 500;

/** The styles that were requested, and whether they are loaded. */
const styles = new Map<string, Promise<unknown>>();

/**
 * Fetches a part of the page with its styles. The daemon may be restarting meanwhile: waits until it answers, and tries again.
 * The build calls this for each `import()`, instead of Vite's function, which does not retry and fetches styles only once.
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  styleFiles: readonly string[] = [],
  retries = maxRetries,
): Promise<Module> {
  try {
    const [module] = await Promise.all([load(), ...styleFiles.map(loadStyle)]);
    return module;
  } catch (error) {
    if (retries === 0) throw error;
  }
  do await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
  while (!(await isDaemonReachable()));
  return loadChunk(load, styleFiles, retries - 1);
}

/** Any answer will do. */
function isDaemonReachable(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

function loadStyle(file: string): Promise<unknown> {
  const href = `/${file}`;
  // Those of the first load are in the HTML.
  if (!styles.has(file) && document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return Promise.resolve();
  const loading = styles.get(file) ?? requestStyle(file, href);
  styles.set(file, loading);
  return loading;
}

function requestStyle(file: string, href: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    const onerror = () => {
      link.remove();
      styles.delete(file);
      reject(new Error(href));
    };
    document.head.append(Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href, onload: resolve, onerror }));
  });
}
