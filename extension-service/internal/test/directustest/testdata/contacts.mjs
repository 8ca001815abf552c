// Imported before Directus, writes down the host of every connection that it opens, one a line, into the file that CONTACTS names.
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

const { connect } = Socket.prototype;

const hostOf = ([first, second]) => {
  if (Array.isArray(first)) return hostOf(first);
  if (typeof first === 'object') return first.path ?? first.host ?? 'localhost';
  return typeof second === 'string' ? second : 'localhost';
};

Socket.prototype.connect = function (...args) {
  appendFileSync(process.env.CONTACTS, `${hostOf(args)}\n`);
  return connect.apply(this, args);
};
