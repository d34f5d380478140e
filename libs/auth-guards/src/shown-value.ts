const longest = 200;
const mostItems = 5;

/** Formats an untrusted value for the log: short, printable ASCII. */
export function shownValue(value: unknown): string {
  if (!Array.isArray(value)) return shortened(plain(value));
  const items = (value as readonly unknown[]).slice(0, mostItems).map((item) => shortened(plain(item)));
  const more = value.length > mostItems ? ', …' : '';
  return `[${items.join(', ')}${more}]`;
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || value === undefined ? String(value) : typeof value;
}

function shortened(text: string): string {
  const start = text.slice(0, longest).replaceAll(/[^\x20-\x7e]/g, '?');
  return text.length > longest ? `${start}…` : start;
}
