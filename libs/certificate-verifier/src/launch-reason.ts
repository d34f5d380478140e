/** A launch reason as it is printed below its verdict. `items` is empty when the summary is complete. */
export interface PrintedReason {
  readonly summary: string;
  readonly items: readonly string[];
}

/** A reason with more parts is printed as a list. */
const readableParts = 3;

const gate = 'launch gate not met: ';

/**
 * The reason in the words of the rubric, without its verdict, which is printed above it. A refusal with many parts becomes
 * a sentence that counts them and a list, because one sentence of twenty parts is unreadable.
 */
export function printedReason(launchReason: string): PrintedReason {
  const parts = reasonParts(launchReason);
  if (parts.length <= readableParts) return { summary: `${asSentence(parts.join('; '))}.`, items: [] };
  const gates = parts.filter((part) => part.startsWith(gate)).length;
  const others = parts.length - gates;
  const counts = [
    counted(gates, 'launch gate'),
    counted(others, gates > 0 ? 'other condition' : 'condition'),
  ];
  const items = parts.map((part) => asSentence(part.startsWith(gate) ? part.slice(gate.length) : part));
  return { summary: `${counts.filter((count) => count !== '').join(' and ')} not met:`, items };
}

/** The parts of the reason, without the verdict and the full stop. */
function reasonParts(launchReason: string): string[] {
  return launchReason
    .replace(/^Launch (?:allowed|refused): /, '')
    .replace(/\.$/, '')
    .split('; ');
}

function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
