import { Delete, HttpCode, Param, Put } from '@nestjs/common';
import { type Checked, CheckedBody, idPipe } from './checked';
import { ManagementRoutes } from './management-routes.decorator';
import { UserCredentialsService } from './user-credentials.service';
import { putPasswordRequest, putTotpRequest } from './users.contract';

/** Passwords, authenticator apps and passkeys of users. No response contains them. */
@ManagementRoutes('users/:userId')
export class UserCredentialsController {
  constructor(private readonly credentials: UserCredentialsService) {}

  @Put('password')
  @HttpCode(204)
  async setPassword(
    @Param('userId', idPipe) userId: string,
    @CheckedBody(putPasswordRequest) { password }: Checked<typeof putPasswordRequest>,
  ): Promise<void> {
    await this.credentials.setPassword(userId, password);
  }

  @Put('totp')
  @HttpCode(204)
  async setTotp(
    @Param('userId', idPipe) userId: string,
    @CheckedBody(putTotpRequest) { secret }: Checked<typeof putTotpRequest>,
  ): Promise<void> {
    await this.credentials.setTotp(userId, secret);
  }

  @Delete('passkeys')
  @HttpCode(204)
  async removePasskeys(@Param('userId', idPipe) userId: string): Promise<void> {
    await this.credentials.removePasskeys(userId);
  }
}
