/** A launch reason as it is printed below its verdict. `items` is empty when the summary says it all. */
export interface PrintedReason {
  readonly summary: string;
  readonly items: readonly string[];
}

const verdict = /^Launch (?:allowed|refused): /;
const gate = 'launch gate not met: ';
const readable = 3;

/**
 * The reason in the words of the rubric, without the verdict that stands above it. A refusal with many parts becomes a
 * sentence that counts them and the complete list, because one sentence of twenty parts is read by nobody.
 */
export function printedReason(launchReason: string): PrintedReason {
  const reason = launchReason.replace(verdict, '');
  const parts = reason.replace(/\.$/, '').split('; ');
  if (parts.length <= readable) return { summary: sentence(reason), items: [] };
  const gates = parts.filter((part) => part.startsWith(gate)).length;
  const others = parts.length - gates;
  const counts = [
    counted(gates, 'launch gate'),
    counted(others, gates > 0 ? 'other condition' : 'condition'),
  ];
  const items = parts.map((part) => sentence(part.startsWith(gate) ? part.slice(gate.length) : part));
  return { summary: `${counts.filter((count) => count !== '').join(' and ')} not met:`, items };
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
