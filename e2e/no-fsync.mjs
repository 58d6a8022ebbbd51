// Tests end processes and never the machine, so writes need not be flushed to the disk, which most tests wait for the
// longest. Plain JavaScript, because every thread of a test process loads it.
import Database from 'better-sqlite3';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { pragma } = Database.prototype;
Database.prototype.pragma = function (text, ...options) {
  return pragma.call(this, text.startsWith('synchronous =') ? 'synchronous = off' : text, ...options);
};

fs.fsyncSync = () => undefined;
syncBuiltinESMExports();
