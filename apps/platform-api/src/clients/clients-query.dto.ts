import { type ClientFilterRequest } from '@governance/assessments';
import { tiers } from '@governance/rubric';
import { Condition } from '../optional-member.decorator';

/** Which clients are listed. Every given condition must hold. */
export class ClientsQuery {
  @Condition({
    maxLength: 200,
    description:
      'Whole words of the name, reference, domain and contact, up to 8, in any order. Case and accents do not count. All of them must occur.',
  })
  readonly search?: string;

  @Condition({ maxLength: 40, description: 'One of the `tags` of the clients.' })
  readonly tag?: string;

  @Condition({ maxLength: 128, description: 'The `owner_id` of the clients.' })
  readonly owner?: string;

  @Condition({ enum: ['true', 'false'], description: 'The `archived` of the clients.' })
  readonly archived?: string;

  @Condition({ enum: tiers, description: 'The `tier` of the `latest_result` of the clients.' })
  readonly tier?: string;

  @Condition({
    enum: ['true', 'false'],
    description: 'The `launch_allowed` of the `latest_result` of the clients.',
  })
  readonly launch_allowed?: string;

  @Condition({
    format: 'date-time',
    description: 'Clients whose `latest_result` has a `renew_by` before this time.',
  })
  readonly renew_before?: string;

  @Condition({ enum: ['true', 'false'], description: 'Whether the clients have a `latest_result`.' })
  readonly assessed?: string;

  toFilterRequest(): ClientFilterRequest {
    const { search, tag, owner, archived, tier, assessed } = this;
    const { launch_allowed: launchAllowed, renew_before: renewBefore } = this;
    return { search, tag, owner, archived, tier, launchAllowed, renewBefore, assessed };
  }
}
