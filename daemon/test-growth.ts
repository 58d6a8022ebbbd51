import assert from 'node:assert/strict';

const sizeFactor = 8;
/** Work in proportion to the size takes 8 times as long for 8 times the size, and quadratic work 64 times. */
const maxGrowth = 24;
/** Other programs disturb a measurement, but not all of them alike. */
const maxMeasurements = 5;
/** Systems count processor time in steps of some milliseconds, so the work is repeated for this long. */
const measuredMs = 40;

/**
 * Asserts that the work grows about in proportion to the size of what it is done on. `make` makes that, of a size; the
 * processor time of this thread is compared, so that it does not matter how fast the machine is or what else it does.
 */
export function assertLinear<Input>(
  what: string,
  { size, make, work }: { size: number; make: (size: number) => Input; work: (input: Input) => unknown },
): void {
  const [small, large] = [make(size / sizeFactor), make(size)];
  const growths: number[] = [];
  while (growths.length < maxMeasurements) {
    const growth = processorMs(() => work(large)) / processorMs(() => work(small));
    if (growth <= maxGrowth) return;
    growths.push(Math.round(growth));
  }
  assert.fail(`${what}: for ${sizeFactor} times the size the work took ${growths.join(', ')} times as long.`);
}

/** Of one time. */
function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  for (let times = 1; ; times++) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms >= measuredMs) return ms / times;
  }
}
