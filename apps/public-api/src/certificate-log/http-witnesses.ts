import { TooFewWitnesses, type WitnessedTree, Witnesses } from '@governance/assessments';
import { openCheckpoint, type WitnessPolicy } from '@governance/transparency';
import { Logger } from '@nestjs/common';
import { HttpWitness } from './http-witness';
import { type LogMetrics } from './log-metrics';

/** Asks all witnesses of a policy at once, and goes on as soon as enough have cosigned. */
export class HttpWitnesses extends Witnesses {
  private readonly logger = new Logger('CertificateLog');
  private readonly witnesses: readonly HttpWitness[];

  constructor(
    private readonly policy: WitnessPolicy,
    private readonly metrics: LogMetrics,
    fetchAnswer?: typeof fetch,
  ) {
    super();
    this.witnesses = policy.witnesses.flatMap(({ verifier, url }) =>
      url === undefined ? [] : [new HttpWitness({ verifier, url }, fetchAnswer)],
    );
  }

  async cosign(tree: WitnessedTree): Promise<string> {
    let { note } = tree;
    const asked = new Map(this.witnesses.map((witness) => [witness, this.lineOf(witness, tree)]));
    while (!(await this.isEnough(note, tree))) {
      if (asked.size === 0) throw new TooFewWitnesses('too few witnesses have cosigned the certificate log');
      const { witness, line } = await Promise.race(asked.values());
      asked.delete(witness);
      note += line;
    }
    return note;
  }

  /** As a verifier sees it. */
  private async isEnough(note: string, { checkpoint: { origin } }: WitnessedTree): Promise<boolean> {
    const { logs, witnesses } = this.policy;
    const keys = { origin, log: logs, witnesses: witnesses.map(({ verifier }) => verifier) };
    return this.policy.isSatisfiedBy((await openCheckpoint(note, keys)).cosignatures);
  }

  private async lineOf(
    witness: HttpWitness,
    tree: WitnessedTree,
  ): Promise<{ readonly witness: HttpWitness; readonly line: string }> {
    const { name } = witness;
    try {
      const line = await witness.cosign(tree);
      this.metrics.answered(name, 'cosigned');
      return { witness, line };
    } catch (err) {
      this.metrics.answered(name, 'failed');
      this.logger.warn({ msg: 'a witness has not cosigned', witness: name, err });
      return { witness, line: '' };
    }
  }
}
