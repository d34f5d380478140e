import { type Bench } from '../bench';
import { type FixedRequest } from '../load/requests';
import { type CpuGroup } from '../measure/cpu-group';
import { type Program } from '../processes/program';

/** A program that is ready for the task. */
export interface Running {
  readonly program: Program;
  readonly request: FixedRequest;
  readonly status: number;
  /** Every body must contain it. */
  readonly text: string;
  /** Not measured. @throws if the program does its work wrong. */
  check(): Promise<void>;
}

export interface StartOptions {
  readonly group: CpuGroup;
}

/** A program that does a task: the product, or what people would choose instead. */
export interface Peer {
  /** As an argument of `npm run bench -- --peers`. */
  readonly name: string;
  readonly title: string;
  /** How it is set up and tuned, for the report. */
  readonly settings: string;
  /** Fetches and builds what is not there. @throws with what this machine lacks. */
  install(): Promise<void>;
  /** The files and folders that it needs, without the runtime of its language. */
  readonly installed: readonly string[];
  /** Makes what it needs once in a run, such as a database. Resolves to its start, which can be repeated. */
  prepare(bench: Bench): Promise<(scope: Bench, options: StartOptions) => Promise<Running>>;
}

export interface Task {
  readonly name: string;
  readonly work: string;
  /** Requests per second that all programs get, at equal intervals. */
  readonly rate: number;
  /** For the warm-up, at full speed. */
  readonly connections: number;
  readonly product: Peer;
  readonly peers: readonly Peer[];
}
