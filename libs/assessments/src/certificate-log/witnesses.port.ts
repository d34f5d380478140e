import { type Checkpoint, type StoredTree } from '@governance/transparency';

/** What witnesses are asked to cosign. */
export interface WitnessedTree {
  readonly checkpoint: Checkpoint;
  /** The checkpoint, signed by the log. */
  readonly note: string;
  /** The tree of the checkpoint, which proves that it extends an earlier one. */
  readonly tree: StoredTree;
}

/** The witnesses that the operator has chosen, and how many of them must have cosigned a checkpoint before it is published. */
export abstract class Witnesses {
  /** The note with the cosignatures of enough witnesses. @throws TooFewWitnesses */
  abstract cosign(tree: WitnessedTree): Promise<string>;
}

/** The checkpoint waits: too few witnesses answered, or cosigned it. */
export class TooFewWitnesses extends Error {
  override readonly name = 'TooFewWitnesses';
}
