import { type ResultFilterRequest } from '@governance/assessments';
import { modes, tiers } from '@governance/rubric';
import { Condition } from '../optional-member.decorator';

/** Which results are listed or exported. Every given condition must hold. */
export class OrgResultsQuery {
  @Condition({
    maxLength: 200,
    description:
      'Whole words of the name, reference, domain and contact of the client, up to 8, in any order. Case and accents do not count. All of them must occur.',
  })
  readonly client?: string;

  @Condition({ format: 'uuid', description: 'The `client_id` of the results.' })
  readonly client_id?: string;

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
    const { client, client_id: clientId, mode, tier, launch_allowed: launchAllowed, latest } = this;
    return { client, clientId, mode, tier, launchAllowed, renewBefore: this.renew_before, latest };
  }
}
