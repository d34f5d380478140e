import { checkClientFilter, type PortfolioFilter } from '@governance/assessments';
import { Condition } from '../optional-member.decorator';

/** Which clients a portfolio is about. Every given condition must hold. Archived clients are never part of it. */
export class PortfolioQuery {
  @Condition({ maxLength: 40, description: 'One of the `tags` of the clients.' })
  readonly tag?: string;

  @Condition({ maxLength: 128, description: 'The `owner_id` of the clients.' })
  readonly owner?: string;

  /** Throws `RuleViolation`. */
  toFilter(): PortfolioFilter {
    const { tag, owner } = this;
    return checkClientFilter({ tag, owner, search: undefined, archived: undefined });
  }
}
