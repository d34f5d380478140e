import { type ClientFilterRequest } from '@governance/assessments';
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

  toFilterRequest(): ClientFilterRequest {
    const { search, tag, owner, archived } = this;
    return { search, tag, owner, archived };
  }
}
