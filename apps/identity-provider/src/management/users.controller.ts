import { QueryPipe, SerializeAs } from '@governance/http';
import { Body, Get, Param, Put, Query } from '@nestjs/common';
import { ManagementRoutes } from './management-routes.decorator';
import { IdPipe } from './member.pipe';
import { FindUserQuery, PutUserRequest, UserListResponse, UserResponse } from './user.dto';
import { UsersService } from './users.service';
import { DescribeFindUser, DescribeGetUser, DescribePutUser } from './users.openapi';

@ManagementRoutes('users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @SerializeAs(UserListResponse)
  @DescribeFindUser
  async find(
    @Query(new QueryPipe(FindUserQuery, 'refuse')) { email }: FindUserQuery,
  ): Promise<UserListResponse> {
    return new UserListResponse(await this.users.findByEmail(email));
  }

  @Get(':userId')
  @SerializeAs(UserResponse)
  @DescribeGetUser
  async get(@Param('userId', IdPipe) userId: string): Promise<UserResponse> {
    return new UserResponse(await this.users.get(userId));
  }

  @Put(':userId')
  @SerializeAs(UserResponse)
  @DescribePutUser
  async put(@Param('userId', IdPipe) userId: string, @Body() body: PutUserRequest): Promise<UserResponse> {
    return new UserResponse(await this.users.put(userId, body));
  }
}
