import { Condition } from '../optional-member.decorator';

/** Which campaigns are listed. */
export class CampaignsQuery {
  @Condition({ format: 'uuid', description: 'A client that the campaigns ask.' })
  readonly client_id?: string;
}
