import { Get, Param, Put } from '@nestjs/common';
import { Answer } from './answer.decorator';
import { type Checked, CheckedBody, CheckedQuery, idPipe } from './checked';
import { ManagementRoutes } from './management-routes.decorator';
import { findUserQuery, putUserRequest, userListResponse, userResponse } from './users.contract';
import { UsersService } from './users.service';
import { type User } from '../people/users.store';

@ManagementRoutes('users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Answer(userListResponse)
  async find(
    @CheckedQuery(findUserQuery) { email }: Checked<typeof findUserQuery>,
  ): Promise<{ readonly users: readonly User[] }> {
    const user = await this.users.findByEmail(email);
    return { users: user ? [user] : [] };
  }

  @Get(':userId')
  @Answer(userResponse)
  get(@Param('userId', idPipe) userId: string): Promise<User> {
    return this.users.get(userId);
  }

  @Put(':userId')
  @Answer(userResponse)
  put(
    @Param('userId', idPipe) userId: string,
    @CheckedBody(putUserRequest) body: Checked<typeof putUserRequest>,
  ): Promise<User> {
    return this.users.put(userId, body);
  }
}
