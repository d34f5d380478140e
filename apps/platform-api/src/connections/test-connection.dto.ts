import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'TestConnection', description: 'Empty. Every member is refused.' })
export class TestConnectionRequest {}
