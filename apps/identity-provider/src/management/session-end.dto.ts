import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { type SessionEnd } from '../people/session-ends.store';

@ApiSchema({
  name: 'SessionEnd',
  description: 'The end of all sessions of a user, by a new password or second factor.',
})
export class SessionEndResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  @Expose()
  readonly id: string;

  @ApiProperty({ type: 'string', description: 'The subject of the tokens that end.' })
  @Expose()
  readonly userId: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    description: 'The organizations of the tokens that end.',
  })
  @Expose()
  readonly orgIds: readonly string[];

  @ApiProperty({ type: 'string', format: 'date-time', description: 'Tokens that were issued later stay.' })
  @Expose()
  readonly endedAt: string;

  constructor({ id, userId, orgIds, endedAt }: SessionEnd) {
    this.id = id;
    this.userId = userId;
    this.orgIds = orgIds;
    this.endedAt = endedAt.toISOString();
  }
}

@ApiSchema({ name: 'SessionEndList' })
export class SessionEndListResponse {
  @ApiProperty({ type: [SessionEndResponse], description: 'Oldest first, at most 100.' })
  @Expose()
  @Type(() => SessionEndResponse)
  readonly sessionEnds: readonly SessionEndResponse[];

  constructor(ends: readonly SessionEnd[]) {
    this.sessionEnds = ends.map((end) => new SessionEndResponse(end));
  }
}
