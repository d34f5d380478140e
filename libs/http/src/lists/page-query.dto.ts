import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';
import { Member } from '../member.decorator';
import { type ProblemDescription } from '../openapi/api-problem.decorator';
import { type PageInput, cursorRefused, defaultPage, largestPage } from './list-pages';

const canonicalLimit = /^(?:[1-9]\d?|1\d\d|200)$/;
const limitRefused = `limit must be an integer from 1 to ${largestPage}`;

/** The parameters of a list that can be read page by page. */
export class PageQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: largestPage,
    description: `How many entries a page has at most: ${defaultPage} if there is only a \`cursor\`.`,
  })
  @Member()
  @IsOptional()
  @Matches(canonicalLimit, { message: limitRefused })
  readonly limit?: string;

  @ApiPropertyOptional({
    type: 'string',
    description:
      'The `next_cursor` of the page before. Opaque, and good for this list of this organization only.',
  })
  @Member()
  @IsOptional()
  @IsString({ message: cursorRefused })
  readonly cursor?: string;

  /** Undefined when no parameter asks for a page. */
  toInput(): PageInput | undefined {
    const { limit, cursor } = this;
    if (limit === undefined && cursor === undefined) return undefined;
    return { limit: limit === undefined ? undefined : Number(limit), cursor };
  }
}

export const pageRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'A parameter of the page is malformed or given twice, or the cursor is damaged or of another list.',
  texts: [limitRefused, cursorRefused],
};
