import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Streams, Terminal } from './terminal';

const hostile = 'a\u001b]0;pwned\u0007\u009b31m\u202eb\u200bc\u{e0041}\u2028d\re';
// What none of them may let through, and emoji with a joiner that all of them keep.
// eslint-disable-next-line no-control-regex -- control characters are what this finds
const unsafe = /[\u001b\u009b\u0007\u202e\u200b\u2028]|\u{e0041}|\r(?!\n)/u;
const emoji = '👩‍💻 ✈️';

interface Opened {
  readonly terminal: Terminal;
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
}

function open(): Opened {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const streams = { stdin: Readable.from([]), stdout, stderr } as object as Streams;
  return { terminal: new Terminal(streams, true), stdout, stderr };
}

type Way = (terminal: Terminal, text: string) => Promise<void> | void;

const result: Way = (terminal, text) => {
  terminal.result(text);
};

const ways: readonly (readonly [string, Way])[] = [
  [
    'a result',
    (terminal, foreign) => {
      terminal.result(foreign);
    },
  ],
  [
    'JSON',
    (terminal, foreign) => {
      terminal.json({ [foreign]: foreign });
    },
  ],
  [
    'CSV',
    (terminal, foreign) => {
      terminal.csv(foreign);
    },
  ],
  ['a download of JSON', (terminal, foreign) => downloaded(terminal, foreign, 'json')],
  ['a download of CSV', (terminal, foreign) => downloaded(terminal, foreign, 'csv')],
  [
    'a note',
    (terminal, foreign) => {
      terminal.note(foreign);
    },
  ],
  [
    'an error',
    (terminal, foreign) => {
      terminal.fail(foreign);
    },
  ],
  [
    'a message about options',
    (terminal, foreign) => {
      terminal.usage(foreign);
    },
  ],
];

/** One byte at a time, so that letters and line breaks are cut. */
function downloaded(terminal: Terminal, foreign: string, kind: 'json' | 'csv'): Promise<void> {
  const bytes = Array.from(Buffer.from(foreign), (byte) => Uint8Array.of(byte));
  return terminal.download(Readable.from(bytes), kind, new AbortController().signal);
}

async function shownBy(
  write: (terminal: Terminal, text: string) => Promise<void> | void,
  foreign: string,
): Promise<string> {
  const { terminal, stdout, stderr } = open();
  await write(terminal, foreign);
  await terminal.written();
  stdout.end();
  stderr.end();
  return String(Buffer.concat([await buffer(stdout), await buffer(stderr)]));
}

describe('what a terminal shows', () => {
  it.each(ways)('has no control sequences and nothing invisible: %s', async (_way, write) => {
    const shown = await shownBy(write, hostile + emoji);
    expect(shown).not.toMatch(unsafe);
    expect(shown).toContain(emoji);
  });

  it('is one line for each note and error, so that no text adds a line of its own', async () => {
    for (const write of [
      (terminal: Terminal) => {
        terminal.note('a\nerror: b');
      },
      (terminal: Terminal) => {
        terminal.fail('a\r\nerror: b');
      },
    ])
      expect((await shownBy(write, '')).trimEnd()).not.toContain('\n');
  });

  it('is the same JSON', async () => {
    const shown = await shownBy((terminal) => {
      terminal.json({ name: hostile });
    }, '');
    expect(JSON.parse(shown)).toEqual({ name: hostile });
  });

  it('is a download as it came, with its byte order mark, if it is safe', async () => {
    const file = '\uFEFFname\r\n"Zürich, Søren 株式"\r\n';
    expect(await shownBy((terminal) => downloaded(terminal, file, 'csv'), '')).toBe(file);
  });

  it.each<[string, Way]>([
    ['result', result],
    ['download', (terminal) => downloaded(terminal, 'a', 'csv')],
  ])('is told to be missing when a write fails: a %s', async (_what, write) => {
    const failure = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const stdout = new Writable({
      write: (_chunk, _encoding, done) => {
        done(failure);
      },
    });
    const streams = { stdin: Readable.from([]), stdout, stderr: new PassThrough() } as object as Streams;
    const terminal = new Terminal(streams, true);
    await write(terminal, 'a');
    expect(await terminal.written()).toMatchObject({ code: 'ENOSPC' });
  });
});
