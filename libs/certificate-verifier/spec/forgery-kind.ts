import { type Verdict } from '../src/verdict';
import { type Forgery, type Thief } from './thief';

/** A kind of forgery, and the only verdict that it may get. */
export interface ForgeryKind {
  readonly name: string;
  readonly colour: Verdict['colour'];
  readonly sentence: RegExp;
  /** Whether the first witness cosigned what the thief wants. */
  readonly isWitnessStolen?: boolean;
  readonly forge: (thief: Thief) => Forgery | Promise<Forgery>;
}
