import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';
import { Member } from '../member.decorator';
import { type ProblemDescription } from '../openapi/define-problem';
import { type PageInput, cursorRefused, defaultPage, largestPage } from './list-pages';

const canonicalLimit = /^(?:[1-9]\d?|1\d\d|200)$/;
const limitRefused = `limit must be an integer from 1 to ${largestPage}`;

/** The parameters of a list that can be read page by page. */
export class PageQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: largestPage,
    description: `The maximum number of entries on a page. Default: ${defaultPage}.`,
  })
  @Member()
  @IsOptional()
  @Matches(canonicalLimit, { message: limitRefused })
  readonly limit?: string;

  @ApiPropertyOptional({
    description:
      'The `next_cursor` of the previous page. Opaque, and valid only for this list of this organization.',
  })
  @Member()
  @IsOptional()
  @IsString({ message: cursorRefused })
  readonly cursor?: string;

  /** Undefined when no page is requested. */
  toInput(): PageInput | undefined {
    const { limit, cursor } = this;
    if (limit === undefined && cursor === undefined) return undefined;
    return { limit: limit === undefined ? undefined : Number(limit), cursor };
  }
}

export const pageRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'A page parameter is malformed or given twice, or the cursor is damaged or belongs to another list.',
  texts: {
    [limitRefused]: 'Send a number without leading zeros, once, or omit it',
    [cursorRefused]:
      'Send `next_cursor` unchanged, in the same organization; otherwise restart without a cursor',
  },
};
