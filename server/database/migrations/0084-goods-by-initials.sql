-- Goods by the pinyin initials of their style's name (连衣裙 is lyq): kept beside the style, written with its name, found by an index.

-- As a browser does it (src/engine/pinyin-initials.ts): a character has the letter of the last of these, the first of their letters in
-- the order of pinyin, that does not come after it. Letters and digits stand for themselves, everything else is left out.
create function pinyin_initials(words text) returns text language sql stable as $$
  select coalesce(string_agg(
    case
      when c.one ~ '^[a-z0-9]$' then c.one
      when ascii(c.one) between 13312 and 40959 then substr('abcdefghjklmnopqrstwxyz', width_bucket(c.one collate "zh-x-icu",
        array['阿', '八', '嚓', '哒', '妸', '发', '旮', '哈', '讥', '咔', '垃', '妈', '拏', '噢', '妑', '七', '呥', '仨', '他', '穵', '夕', '丫', '帀']), 1)
    end, '' order by c.place), '')
  from regexp_split_to_table(lower(words), '') with ordinality as c (one, place)
$$;

create table spu_initials (
  spu_id bigint primary key constraint spu_initials_spu_id_fkey references spu (id) on delete cascade,
  initials text not null
);

insert into spu_initials (spu_id, initials) select id, pinyin_initials(name) from spu;

create index spu_initials_search on spu_initials using gin (initials gin_trgm_ops);

create function keep_initials() returns trigger language plpgsql as $$
begin
  insert into spu_initials (spu_id, initials) values (new.id, pinyin_initials(new.name))
  on conflict (spu_id) do update set initials = excluded.initials;
  return null;
end $$;

create trigger spu_initials_kept after insert or update of name on spu for each row execute function keep_initials();
