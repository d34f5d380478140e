import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'ResendInvitation', description: 'Empty. Every member is refused.' })
export class ResendInvitationRequest {}
