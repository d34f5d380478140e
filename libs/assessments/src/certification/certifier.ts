import { type SurveyResult } from '../survey-result';
import { type Certification, type CredentialSigner, type StatusEntry } from './certification';
import { type CertificationStore, type CertifiedResult } from './certification-store.port';

/** Results are certified in batches, so that a burst of submissions needs few statements. */
const lot = 100;

/**
 * Gives every result its credential. Can be repeated, and run by several workers at once: the first stored credential of a
 * result counts.
 */
export class Certifier {
  constructor(
    private readonly store: CertificationStore,
    private readonly signer: CredentialSigner,
  ) {}

  /** Certifies the oldest uncertified results and returns how many there were. */
  async certifyNext(): Promise<number> {
    const results = await this.store.uncertified(lot);
    await this.certifyAll(results);
    return results.length;
  }

  /** The credential of a result, created now if it has none. */
  async certify(result: SurveyResult): Promise<Certification> {
    const known = await this.store.find(result.id);
    if (known !== undefined) return known;
    await this.certifyAll([result]);
    const kept = await this.store.find(result.id);
    if (kept === undefined) throw new Error(`result ${result.id} cannot be certified`);
    return kept;
  }

  private async certifyAll(results: readonly SurveyResult[]): Promise<void> {
    if (results.length === 0) return;
    const entries = await this.store.takeStatusEntries(results.length);
    const signed = results.flatMap((result, position) => {
      const status = entries[position];
      return status === undefined ? [] : [this.certified(result, status)];
    });
    await this.store.keep(await Promise.all(signed));
  }

  private async certified(result: SurveyResult, status: StatusEntry): Promise<CertifiedResult> {
    const signed = await this.signer.sign(result, status);
    return { resultId: result.id, certification: { ...signed, status } };
  }
}
