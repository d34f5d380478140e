import { Module } from '@nestjs/common';
import { PublishedLogController } from './published-log.controller';
import { PublishedLogService } from './published-log.service';

/** The public log of certificates as static files. The app provides the store. */
@Module({ controllers: [PublishedLogController], providers: [PublishedLogService] })
export class PublishedLogModule {}
