import { type ResultFilterRequest } from '@governance/assessments';
import { modes, tiers } from '@governance/rubric';
import { Condition } from '../optional-member.decorator';

/** Which results are listed or exported. Every given condition must hold. */
export class OrgResultsQuery {
  @Condition({
    maxLength: 253,
    description: 'Part of the `client_name` or of the `domain` of the results, in any case.',
  })
  readonly client?: string;

  @Condition({ enum: modes, description: 'The `mode` of the results.' })
  readonly mode?: string;

  @Condition({ enum: tiers, description: 'The `tier` of the results.' })
  readonly tier?: string;

  @Condition({ enum: ['true', 'false'], description: 'The `launch_allowed` of the results.' })
  readonly launch_allowed?: string;

  @Condition({ format: 'date-time', description: 'Results with a `renew_by` before this time.' })
  readonly renew_before?: string;

  @Condition({ enum: ['true', 'false'], description: 'The `latest` of the results.' })
  readonly latest?: string;

  toFilterRequest(): ResultFilterRequest {
    const { client, mode, tier, launch_allowed: launchAllowed, renew_before: renewBefore, latest } = this;
    return { client, mode, tier, launchAllowed, renewBefore, latest };
  }
}
