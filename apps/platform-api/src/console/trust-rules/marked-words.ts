/** A part of a text; code is a name that programs use. */
export interface MarkedWords {
  readonly text: string;
  readonly isCode: boolean;
}

/** The parts of a text, with the names of claims, such as `project_id`, as code. */
export function markedWords(text: string): MarkedWords[] {
  return text
    .split(/\b([a-z]+(?:_[a-z]+)+)\b/)
    .map((part, index) => ({ text: part, isCode: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
