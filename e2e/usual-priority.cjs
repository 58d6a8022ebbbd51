// Lets processes of the daemon that compute for long keep the usual priority. With the lowest they get next to no time while other tests
// run, and tests that wait for them would not end. Plain JavaScript, because every process of the daemon loads it.
const { syncBuiltinESMExports } = require('node:module');
const os = require('node:os');

os.setPriority = () => undefined;
syncBuiltinESMExports();
