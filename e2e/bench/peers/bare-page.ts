/**
 * A peer: express and better-sqlite3 alone serve a page of fifty messages that `bare-insert.ts` has stored. Prints its port
 * on a line of its own and runs until it is killed. Started as `node bare-page.ts FILE`.
 */
import Database from 'better-sqlite3';
import express from 'express';
import type { AddressInfo } from 'node:net';

const db = new Database(process.argv[2] ?? '', { readonly: true });
const page = db.prepare(`
  SELECT msg.* FROM label JOIN msg ON msg.id = label.msg WHERE label.label = 1 ORDER BY label.msg DESC LIMIT 50`);
const app = express();
app.get('/page', (_request, response) => void response.json(page.all()));
const server = app.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
