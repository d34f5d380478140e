import { Public } from '@governance/auth-guards';
import { Body, Controller, Post } from '@nestjs/common';
import { LaunchPathRequest, launchPathResponse, type LaunchPathResponse } from './launch-path.dto';
import { DescribeLaunchPath } from './launch-path.openapi';
import { LaunchPathService } from './launch-path.service';

@Public()
@Controller('api/launch-path')
export class LaunchPathController {
  constructor(private readonly launchPaths: LaunchPathService) {}

  /** Creates nothing, so it answers 200. */
  @Post()
  @DescribeLaunchPath
  find(@Body() body: LaunchPathRequest): LaunchPathResponse {
    return launchPathResponse(this.launchPaths.find(body));
  }
}
