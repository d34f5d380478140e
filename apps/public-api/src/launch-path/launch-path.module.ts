import { Module } from '@nestjs/common';
import { LaunchPathController } from './launch-path.controller';
import { LaunchPathService } from './launch-path.service';

@Module({ controllers: [LaunchPathController], providers: [LaunchPathService] })
export class LaunchPathModule {}
