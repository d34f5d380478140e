import { Problem } from '@governance/kernel';
import { HttpCode, Put } from '@nestjs/common';
import { z } from 'zod';
import { flawOf, passwordFlaws } from '../people/password-policy';
import { PasswordsStore } from '../people/passwords.store';
import { AuthenticatorsStore } from '../second-factor/authenticators.store';
import * as fields from './fields';
import { found } from './found';
import { Input, PathInput } from './input.decorator';
import { ManagementRoutes } from './management-routes.decorator';
import { UsersStore } from './users.store';

const newPassword = z.strictObject({ password: fields.password });
const newTotp = z.strictObject({ secret: fields.totpSecret });

/** How a person signs in. Nothing of it is ever answered. */
@ManagementRoutes('users/:userId')
export class UserCredentialsController {
  constructor(
    private readonly users: UsersStore,
    private readonly passwords: PasswordsStore,
    private readonly authenticators: AuthenticatorsStore,
  ) {}

  @Put('password')
  @HttpCode(204)
  async setPassword(
    @PathInput('userId', fields.id) userId: string,
    @Input(newPassword) { password }: z.output<typeof newPassword>,
  ): Promise<void> {
    const { email } = found(await this.users.find(userId));
    const flaw = flawOf(password, { email });
    if (flaw) throw new Problem('invalid', `password: ${passwordFlaws[flaw]}`);
    found((await this.passwords.set(userId, password)) || undefined);
  }

  @Put('totp')
  @HttpCode(204)
  async setTotp(
    @PathInput('userId', fields.id) userId: string,
    @Input(newTotp) { secret }: z.output<typeof newTotp>,
  ): Promise<void> {
    found((await this.authenticators.set(userId, secret)) || undefined);
  }
}
