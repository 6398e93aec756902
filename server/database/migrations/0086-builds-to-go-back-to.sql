-- A device is taken back to an earlier build, of those that the server has kept.
alter table client_build add column is_kept boolean not null default false;

alter table device_lever drop constraint device_lever_lever_check;
alter table device_lever add constraint device_lever_lever_check check (lever in ('message', 'upgrade', 'goBack', 'pause', 'kill'));
alter table device_lever drop constraint device_lever_check;
alter table device_lever add constraint device_lever_check check ((lever in ('upgrade', 'goBack') and is_on) = (level is not null));
