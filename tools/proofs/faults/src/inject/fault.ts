import { type Random } from '@governance/testing';
import { type FaultProblem } from '../history/history';
import { type World } from '../load/world';
import { type FaultName } from '../schedule/catalogue';
import { type ReplicatedProduct } from '../system/replicated-product';

/** Something that goes wrong, and how its cause is removed. */
export interface Fault {
  begin(): Promise<void> | void;
  /** Resolves when the cause is removed and the programs report ready. */
  end(): Promise<void> | void;
  /** What it saw, until its end, that must not be. */
  problems?(): readonly FaultProblem[];
}

export interface FaultScene {
  readonly product: ReplicatedProduct;
  readonly world: World;
  /** Selects the replicas. */
  readonly random: Random;
  /** How many certificates are asked for at once. */
  readonly burst: number;
}

export type FaultMakers<Name extends FaultName> = Readonly<Record<Name, () => Fault>>;
