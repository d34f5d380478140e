import { Get, Put } from '@nestjs/common';
import { z } from 'zod';
import * as fields from './fields';
import { found } from './found';
import { Input, PathInput, QueryInput } from './input.decorator';
import { ManagementRoutes } from './management-routes.decorator';
import { type User, UsersStore } from './users.store';

const whole = z.strictObject({
  email: fields.email,
  emailVerified: z.boolean().default(false),
  name: fields.label,
});
const byEmail = z.strictObject({ email: fields.email });

@ManagementRoutes('users')
export class UsersController {
  constructor(private readonly users: UsersStore) {}

  /** Nobody or one person: an address belongs to one. */
  @Get()
  async search(@QueryInput(byEmail) { email }: z.output<typeof byEmail>): Promise<{ users: User[] }> {
    const user = await this.users.findByEmail(email);
    return { users: user ? [user] : [] };
  }

  @Get(':userId')
  async get(@PathInput('userId', fields.id) userId: string): Promise<User> {
    return found(await this.users.find(userId));
  }

  @Put(':userId')
  async put(
    @PathInput('userId', fields.id) userId: string,
    @Input(whole) input: z.output<typeof whole>,
  ): Promise<User> {
    return this.users.put(userId, input);
  }
}
