import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'CloseCampaign', description: 'Empty. Every member is refused.' })
export class CloseCampaignRequest {}
