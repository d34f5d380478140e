/** A readable line of a program's log. */
export interface LogLine {
  readonly text: string;
  /** Always shown to the developer. */
  readonly important: boolean;
  /** Its time, in milliseconds since 1970; undefined if it has none, and before all others for what a program polls. */
  readonly at: number | undefined;
}

type Entry = Readonly<Record<string, unknown>>;

/** The platform asks for it every few seconds: shown, it would hide the rest. */
const polled = '/management/v1/session-ends';
const important: readonly unknown[] = ['warn', 'error', 'fatal'];
/** In every line, or shown in another form. */
const ceremony = ['level', 'time', 'program', 'msg', 'context', 'err', 'requestId'];
const requestFacts = ['surface', 'method', 'path', 'status', 'durationMs'];

function parse(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}

/** `{"outcome":"sent","attempts":1}` reads as `outcome=sent attempts=1`. */
function toWords(facts: Entry, hidden: readonly string[]): string {
  return Object.entries(facts)
    .filter(([name]) => !hidden.includes(name))
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('');
}

function sentence(entry: Entry): string {
  const { msg, method, path, status, durationMs } = entry;
  const words = typeof msg === 'string' ? msg : '';
  if (typeof path !== 'string') return words + toWords(entry, ceremony);
  const aborted = words === 'request' ? '' : ` (${words})`;
  const facts = toWords(entry, [...ceremony, ...requestFacts]);
  return `${String(method)} ${path} ${String(status)} in ${String(durationMs)} ms${aborted}${facts}`;
}

/** The error and its causes, each with its stack frame. */
function account(error: unknown, introduction = ''): string {
  if (typeof error !== 'object' || error === null) return '';
  const { type, message, code, stack, cause } = error as Entry;
  const words = [type, code, message].filter((part) => typeof part === 'string').join(' ');
  const frames = typeof stack === 'string' ? `\n${stack}` : '';
  return `\n${introduction}${words}${frames}${account(cause, 'caused by ')}`;
}

/** Programs log JSON; a developer needs the level from `warn` on, the message and its context. */
export function readLogLine(line: string, stream: 'stdout' | 'stderr'): LogLine {
  const entry = parse(line);
  if (entry === undefined || typeof entry.level !== 'string') {
    return { text: line, important: stream === 'stderr', at: undefined };
  }
  const { level, context, err, time, path } = entry;
  const matters = important.includes(level);
  const at = typeof time === 'string' ? Date.parse(time) : undefined;
  const where = typeof context === 'string' ? ` (${context})` : '';
  return {
    text: `${matters ? `${level}: ` : ''}${sentence(entry)}${where}${account(err)}`,
    important: matters,
    at: path === polled ? -Infinity : at,
  };
}
