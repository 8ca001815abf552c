// A mail server that takes what it is told to take, and keeps it.
import { createServer } from 'node:net';

const greeting = '220 mail.example ready\r\n';

/** What the server says to a line of a client; `of` is the conversation. */
const smtpReply = (of, line, server) => {
  if (of.isText) {
    if (line !== '.') {
      of.text += `${line}\n`;
      return '';
    }
    server.taken.push(of.text);
    Object.assign(of, { isText: false, text: '' });
    return '250 taken';
  }
  switch (line.slice(0, 4).toUpperCase()) {
    case 'RCPT':
      return server.isRefusing ? '550 no such mailbox' : '250 ok';
    case 'DATA':
      of.isText = true;
      return '354 go on';
    case 'QUIT':
      return '221 bye';
    default:
      return '250 ok';
  }
};

/** Starts it: `isRefusing` decides whether it knows any mailbox, `taken` is what it has got. */
export const startMailServer = () =>
  new Promise(done => {
    const server = { isRefusing: false, taken: [] };
    const listener = createServer(socket => {
      const of = { isText: false, text: '' };
      let rest = '';
      socket.on('error', () => {}); // a client that leaves in between is none of its business
      socket.write(greeting);
      socket.on('data', bytes => {
        const lines = (rest + bytes).split('\r\n');
        rest = lines.pop();
        for (const line of lines) {
          const answer = smtpReply(of, line, server);
          if (answer) socket.write(`${answer}\r\n`);
        }
      });
    }).listen(0, '127.0.0.1', () => {
      server.url = `smtp://127.0.0.1:${listener.address().port}`;
      server.stop = () => new Promise(closed => listener.close(closed));
      done(server);
    });
  });
