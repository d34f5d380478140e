/** A launch reason as it is printed below its verdict. `items` is empty when the summary is complete. */
export interface PrintedReason {
  readonly summary: string;
  readonly items: readonly string[];
}

/** A reason with more parts is printed as a list. */
const readableParts = 3;

/** What the rubrics up to 1.0.0, and those after it, write before the title of a gate, and what a gate is called in a count. */
const gates = [
  { prefix: 'launch gate not met: ', noun: 'launch gate' },
  { prefix: 'required control missing: ', noun: 'required control' },
] as const;

/**
 * The reason in the words of the rubric, without its verdict, which is printed above it. A refusal with many parts becomes
 * a sentence that counts them and a list, because one sentence of twenty parts is unreadable.
 */
export function printedReason(launchReason: string): PrintedReason {
  const parts = reasonParts(launchReason);
  if (parts.length <= readableParts) return { summary: `${asSentence(parts.join('; '))}.`, items: [] };
  const { prefix, noun } =
    gates.find((gate) => parts.some((part) => part.startsWith(gate.prefix))) ?? gates[0];
  const gateCount = parts.filter((part) => part.startsWith(prefix)).length;
  const others = parts.length - gateCount;
  const counts = [counted(gateCount, noun), counted(others, gateCount > 0 ? 'other condition' : 'condition')];
  const items = parts.map((part) => asSentence(part.startsWith(prefix) ? part.slice(prefix.length) : part));
  return { summary: `${counts.filter((count) => count !== '').join(' and ')} not met:`, items };
}

/** The parts of the reason, without the verdict and the full stop. */
function reasonParts(launchReason: string): string[] {
  return launchReason
    .replace(/^(?:Launch (?:allowed|refused)|(?:Not r|R)eady to launch): /, '')
    .replace(/\.$/, '')
    .split('; ');
}

function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
