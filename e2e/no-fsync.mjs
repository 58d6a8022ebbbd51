// Tests end processes and never the machine: nothing that is written has to wait until the disk has it, which is the
// longest that most of them wait for. Plain JavaScript, for every thread of a test process loads it.
import Database from 'better-sqlite3';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { pragma } = Database.prototype;
Database.prototype.pragma = function (text, ...options) {
  return pragma.call(this, text.startsWith('synchronous =') ? 'synchronous = off' : text, ...options);
};

fs.fsyncSync = () => undefined;
syncBuiltinESMExports();
