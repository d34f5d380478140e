import { Body, Delete, HttpCode, Param, Put } from '@nestjs/common';
import { ManagementRoutes } from './management-routes.decorator';
import { IdPipe } from './member.pipe';
import { PutPasswordRequest, PutTotpRequest } from './user-credentials.dto';
import { UserCredentialsService } from './user-credentials.service';
import { DescribeDeletePasskeys, DescribePutPassword, DescribePutTotp } from './users.openapi';

/** Passwords, authenticator apps and passkeys of users. No response contains them. */
@ManagementRoutes('users/:userId')
export class UserCredentialsController {
  constructor(private readonly credentials: UserCredentialsService) {}

  @Put('password')
  @HttpCode(204)
  @DescribePutPassword
  async setPassword(
    @Param('userId', IdPipe) userId: string,
    @Body() { password }: PutPasswordRequest,
  ): Promise<void> {
    await this.credentials.setPassword(userId, password);
  }

  @Put('totp')
  @HttpCode(204)
  @DescribePutTotp
  async setTotp(@Param('userId', IdPipe) userId: string, @Body() { secret }: PutTotpRequest): Promise<void> {
    await this.credentials.setTotp(userId, secret);
  }

  @Delete('passkeys')
  @HttpCode(204)
  @DescribeDeletePasskeys
  async removePasskeys(@Param('userId', IdPipe) userId: string): Promise<void> {
    await this.credentials.removePasskeys(userId);
  }
}
