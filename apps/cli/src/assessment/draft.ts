import { existsSync, rmSync } from 'node:fs';
import { writePrivateFile } from '../files/private-file';
import { readTextFile } from '../files/read-text';
import { type Assessment, type Mode, parseAnswers } from './answers-file';

/** The answers so far, in a file that is replaced as a whole after each one. */
export class Draft {
  private readonly answers: Map<string, number>;

  private constructor(
    private readonly file: string,
    readonly mode: Mode,
    earlier: Assessment['answers'],
  ) {
    this.answers = new Map(Object.entries(earlier));
  }

  /** Continues the draft of this file, or starts one. `mode` is that of a new one. @throws CommandError if it is damaged. */
  static open(file: string, mode: Mode | undefined): Draft {
    const earlier = existsSync(file) ? parseAnswers(readTextFile(file), file) : undefined;
    const isSame = mode === undefined || earlier?.mode === mode;
    return new Draft(file, mode ?? earlier?.mode ?? 'msp-self', isSame ? (earlier?.answers ?? {}) : {});
  }

  get size(): number {
    return this.answers.size;
  }

  answerTo(id: string): number | undefined {
    return this.answers.get(id);
  }

  answer(id: string, answer: number): void {
    this.answers.set(id, answer);
    const content = { mode: this.mode, answers: Object.fromEntries(this.answers) };
    writePrivateFile(this.file, `${JSON.stringify(content, null, 2)}\n`);
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }
}
