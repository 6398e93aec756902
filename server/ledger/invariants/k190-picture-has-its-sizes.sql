-- K190: every picture has a file of each size.
select p.id, count(f.side) as files
from picture p left join picture_file f on f.picture_id = p.id
group by p.id having count(f.side) <> 3;
