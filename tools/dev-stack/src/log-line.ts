/** A line of a program's log, made readable. */
export interface LogLine {
  readonly text: string;
  /** A developer should see it whatever else is hidden. */
  readonly important: boolean;
}

const important: readonly unknown[] = ['warn', 'error', 'fatal'];

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** A message is words, or facts: `{"outcome":"sent","attempts":1}` reads as `outcome=sent attempts=1`. */
function toWords(message: unknown): string | undefined {
  if (typeof message === 'string') return message;
  if (typeof message !== 'object' || message === null) return undefined;
  const facts = Object.entries(message).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return facts.join(' ');
}

/** Services log JSON for machines; a person wants the level when it matters, the message, and where it comes from. */
export function readLogLine(line: string, stream: 'stdout' | 'stderr'): LogLine {
  const entry = parse(line);
  const message = toWords(entry?.message);
  if (!entry || message === undefined) return { text: line, important: stream === 'stderr' };
  const { level, context, stack } = entry;
  const matters = important.includes(level);
  return {
    text: [
      matters ? `${String(level)}: ${message}` : message,
      ...(typeof context === 'string' ? [` (${context})`] : []),
      ...(typeof stack === 'string' ? [`\n${stack}`] : []),
    ].join(''),
    important: matters,
  };
}
