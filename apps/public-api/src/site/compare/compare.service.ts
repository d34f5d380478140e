import { capabilityIn } from '@governance/keyring';
import { Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ResultPageService } from '../result/result-page.service';
import { compareView } from './compare-view';

/** Compares results, for holders of both. */
@Injectable()
export class CompareService {
  constructor(private readonly results: ResultPageService) {}

  /** The capability in what was entered. @throws Problem `invalid` if it is not one of ours */
  capabilityOf(entered: string): string {
    const capability = capabilityIn(entered) ?? '';
    try {
      this.results.idOf(capability);
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'not_found') throw error;
      throw new Problem('invalid', 'Enter the complete address of a result page');
    }
    return capability;
  }

  /** @throws Problem `not_found` for either, `invalid` for results of two modes */
  async compare(capability: string, other: string): Promise<object> {
    const [one, another] = await Promise.all([this.results.find(capability), this.results.find(other)]);
    if (one.result.mode !== another.result.mode)
      throw new Problem(
        'invalid',
        'One result is about a provider, the other about a client: they have different questions',
      );
    return compareView(one, another);
  }
}
