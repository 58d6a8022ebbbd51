import assert from 'node:assert/strict';

const sizeFactor = 8;
/** For 8 times the size, linear work takes 8 times as long, and quadratic work 64 times. */
const maxGrowth = 24;
/** Other programs disturb measurements, but not all of them equally. */
const maxMeasurements = 5;
/** Systems count processor time in steps of some milliseconds, so the work is repeated for this long. */
const measuredMs = 40;

/**
 * Asserts that the work grows about linearly with the size of its input, which `make` creates for a given size. It compares
 * the processor time of this thread, so that the speed and load of the machine do not matter.
 */
export function assertLinear<Input>(
  what: string,
  { size, make, work }: { size: number; make: (size: number) => Input; work: (input: Input) => unknown },
): void {
  const [small, large] = [make(size / sizeFactor), make(size)];
  const factors: number[] = [];
  while (factors.length < maxMeasurements) {
    const growth = processorMs(() => work(large)) / processorMs(() => work(small));
    if (growth <= maxGrowth) return;
    factors.push(Math.round(growth));
  }
  assert.fail(`${what}: for ${sizeFactor} times the size the work took ${factors.join(', ')} times as long.`);
}

/** The time of one run. */
function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  for (let times = 1; ; times++) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms >= measuredMs) return ms / times;
  }
}
