import { ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';
import { sinceText } from './audit-event-problems';

/** Which part of the proof is exported. */
export class ProofQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 999_999_999,
    default: 0,
    description:
      'The `tree_size` of a head of an earlier proof: the proof then has the heads and events since that one, and a hash for each subtree of those before.',
  })
  @OptionalMember()
  @Matches(/^(?:0|[1-9]\d{0,8})$/, { message: sinceText })
  readonly since?: string;

  toSince(): number {
    return Number(emptyToUndefined(this.since) ?? 0);
  }
}
